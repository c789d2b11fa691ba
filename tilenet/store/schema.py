"""The tables of the database, and how those of each version became those of the next."""

from __future__ import annotations

_ACCOUNTS = """
    CREATE TABLE account (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        key TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        password TEXT NOT NULL,
        points INTEGER NOT NULL,
        created REAL NOT NULL,
        seen REAL NOT NULL
    );
    CREATE TABLE change (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        account INTEGER NOT NULL,
        old TEXT NOT NULL,
        new TEXT
    );
"""

_RESULTS = """
    CREATE TABLE result (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        ended REAL NOT NULL,
        is_rated INTEGER NOT NULL
    );
    CREATE INDEX result_by_game ON result (game, ended);
    CREATE TABLE standing (
        result INTEGER NOT NULL REFERENCES result ON DELETE CASCADE,
        account INTEGER REFERENCES account ON DELETE SET NULL,
        name TEXT NOT NULL,
        is_bot INTEGER NOT NULL,
        place INTEGER NOT NULL,
        score REAL NOT NULL,
        stayed INTEGER NOT NULL,
        feats TEXT NOT NULL,
        rating REAL
    );
    CREATE INDEX standing_by_result ON standing (result);
    CREATE INDEX standing_by_account ON standing (account) WHERE account IS NOT NULL;
    CREATE TABLE rating (
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        game TEXT NOT NULL,
        mu REAL NOT NULL,
        sigma REAL NOT NULL,
        PRIMARY KEY (account, game)
    );
"""

_CAREERS = """
    CREATE TABLE career (
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        game TEXT NOT NULL,
        games INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        rating REAL,
        best REAL NOT NULL,
        streak REAL,
        fastest REAL,
        PRIMARY KEY (account, game)
    );
    CREATE INDEX career_by_rating ON career (game, rating);
    CREATE INDEX career_by_wins ON career (game, wins);
    INSERT INTO career
        SELECT account, game, count(*), total(place = 1 AND lowest > 1), NULL, max(score),
            max(json_extract(feats, '$.streak')), min(json_extract(feats, '$.fastest'))
        FROM standing JOIN result ON result.id = standing.result
            JOIN (SELECT result AS number, max(place) AS lowest FROM standing GROUP BY result) ON number = result.id
        WHERE account IS NOT NULL AND NOT is_bot GROUP BY account, game;
    UPDATE career SET rating = (
        SELECT standing.rating FROM standing JOIN result ON result.id = standing.result
        WHERE standing.account = career.account AND game = career.game AND standing.rating IS NOT NULL
        ORDER BY result.id DESC LIMIT 1
    );
"""

_KEYS = """
    CREATE TABLE ssh_key (
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        fingerprint TEXT NOT NULL,
        kind TEXT NOT NULL,
        comment TEXT NOT NULL,
        added REAL NOT NULL,
        PRIMARY KEY (account, fingerprint)
    );
"""

_FEATS = """
    CREATE TABLE feat (
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        game TEXT NOT NULL,
        name TEXT NOT NULL,
        value REAL NOT NULL,
        unit TEXT NOT NULL,
        is_less_better INTEGER NOT NULL,
        PRIMARY KEY (account, game, name)
    );
    INSERT INTO feat SELECT account, game, 'best streak', streak, '', 0 FROM career WHERE streak IS NOT NULL;
    INSERT INTO feat SELECT account, game, 'fastest set', fastest, 's', 1 FROM career WHERE fastest IS NOT NULL;
    UPDATE standing SET feats = replace(replace(feats, '"streak"', '"best streak"'), '"fastest"', '"fastest set"')
        WHERE feats <> '{}';
    ALTER TABLE career RENAME TO old_career;
    DROP INDEX career_by_rating;
    DROP INDEX career_by_wins;
    CREATE TABLE career (
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        game TEXT NOT NULL,
        games INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        rating REAL,
        best REAL NOT NULL,
        PRIMARY KEY (account, game)
    );
    INSERT INTO career SELECT account, game, games, wins, rating, best FROM old_career;
    DROP TABLE old_career;
    CREATE INDEX career_by_rating ON career (game, rating);
    CREATE INDEX career_by_wins ON career (game, wins);
"""

_RESUME_TOKENS = """
    CREATE TABLE resume_token (
        account INTEGER PRIMARY KEY REFERENCES account ON DELETE CASCADE,
        digest BLOB NOT NULL,
        expires REAL
    );
"""

#: What leads from each version of the schema to the next. Never change one that was released: add another.
MIGRATIONS = (_ACCOUNTS, _RESULTS, _CAREERS, _KEYS, _FEATS, _RESUME_TOKENS)
