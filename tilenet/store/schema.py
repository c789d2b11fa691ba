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

#: Every question about results is answered from few rows: totals for each period, some of an account's ratings, and its
#: last results. How many results are kept is counted, and those of guests are told apart from those of accounts.
_TOTALS = """
    CREATE TABLE game (name TEXT PRIMARY KEY) WITHOUT ROWID;
    INSERT INTO game SELECT DISTINCT game FROM result;

    CREATE TEMP TABLE counted (result INTEGER PRIMARY KEY, players, lowest, has_accounts);
    INSERT INTO temp.counted
        SELECT result, count(*), max(place), max(account IS NOT NULL OR name = 'somebody')
        FROM standing NOT INDEXED GROUP BY result;
    ALTER TABLE result ADD COLUMN players INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE result ADD COLUMN has_accounts INTEGER NOT NULL DEFAULT 0;
    UPDATE result SET players = counted.players, has_accounts = counted.has_accounts
        FROM temp.counted WHERE counted.result = id;
    CREATE INDEX result_by_kind ON result (has_accounts);
    DELETE FROM result WHERE has_accounts = 0
        AND id <= (SELECT id FROM result WHERE has_accounts = 0 ORDER BY id DESC LIMIT 1 OFFSET 10000);
    CREATE TABLE kept (has_accounts INTEGER PRIMARY KEY, results INTEGER NOT NULL);
    INSERT INTO kept SELECT 0, count(*) FROM result WHERE has_accounts = 0;
    INSERT INTO kept SELECT 1, count(*) FROM result WHERE has_accounts = 1;

    DROP INDEX career_by_rating;
    DROP INDEX career_by_wins;
    CREATE INDEX career_by_rating ON career (game, rating DESC, account);
    CREATE INDEX career_by_wins ON career (game, wins DESC, games, account);
    ALTER TABLE career ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE tally (
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        game TEXT NOT NULL,
        period TEXT NOT NULL,
        games INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        rating REAL,
        PRIMARY KEY (account, game, period)
    );
    CREATE INDEX tally_by_rating ON tally (period, game, rating DESC, account);
    CREATE INDEX tally_by_wins ON tally (period, game, wins DESC, games, account);
    CREATE TABLE past_rating (
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        game TEXT NOT NULL,
        number INTEGER NOT NULL,
        rating REAL NOT NULL,
        PRIMARY KEY (account, game, number)
    ) WITHOUT ROWID;
    CREATE TABLE own_result (
        account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
        game TEXT NOT NULL,
        number INTEGER NOT NULL,
        ended REAL NOT NULL,
        place INTEGER NOT NULL,
        players INTEGER NOT NULL,
        score REAL NOT NULL,
        rating REAL,
        PRIMARY KEY (account, game, number)
    ) WITHOUT ROWID;

    CREATE TEMP TABLE played AS
        SELECT account, game, ended, place, result.players, score, rating, place = 1 AND lowest > 1 AS is_win,
            row_number() OVER mine AS number,
            count(rating) OVER (mine ROWS UNBOUNDED PRECEDING) AS rated
        FROM standing NOT INDEXED CROSS JOIN result ON result.id = standing.result
            CROSS JOIN temp.counted ON counted.result = standing.result
        WHERE account IS NOT NULL AND NOT is_bot
        WINDOW mine AS (PARTITION BY account, game ORDER BY standing.result);
    WITH month (first) AS (
            SELECT strftime('%s', max(ended), 'unixepoch', 'localtime', 'start of month', 'utc') + 0 FROM result
        )
    INSERT INTO tally
        SELECT account, game, strftime('%Y-%m', ended, 'unixepoch', 'localtime'), count(*), sum(is_win), max(rating)
        FROM temp.played WHERE ended >= (SELECT first FROM month) GROUP BY 1, 2, 3;
    WITH day (first) AS (
            SELECT strftime('%s', max(ended), 'unixepoch', 'localtime', 'start of day', 'utc') + 0 FROM result
        )
    INSERT INTO tally
        SELECT account, game, strftime('%Y-%m-%d', ended, 'unixepoch', 'localtime'), count(*), sum(is_win), max(rating)
        FROM temp.played WHERE ended >= (SELECT first FROM day) GROUP BY 1, 2, 3;
    UPDATE tally SET rating = (
        SELECT rating FROM career WHERE career.account = tally.account AND career.game = tally.game
    ) WHERE rating IS NOT NULL;

    CREATE TEMP TABLE rated (account INTEGER, game TEXT, number, step, PRIMARY KEY (account, game)) WITHOUT ROWID;
    WITH RECURSIVE power (two) AS (SELECT 1 UNION ALL SELECT 2 * two FROM power WHERE two < 1 << 24)
    INSERT INTO temp.rated SELECT account, game, number, (SELECT min(two) FROM power WHERE number <= 120 * two)
        FROM (SELECT account, game, max(rated) AS number FROM temp.played GROUP BY account, game);
    UPDATE career SET rated = rated.number
        FROM temp.rated WHERE rated.account = career.account AND rated.game = career.game;
    INSERT INTO past_rating SELECT played.account, played.game, played.rated, played.rating
        FROM temp.played CROSS JOIN temp.rated ON rated.account = played.account AND rated.game = played.game
        WHERE played.rating IS NOT NULL AND (played.rated - 1) % step = 0;
    INSERT INTO own_result SELECT played.account, played.game, number, ended, place, players, score, played.rating
        FROM temp.played CROSS JOIN career ON career.account = played.account AND career.game = played.game
        WHERE number > games - 10;
    DROP TABLE temp.counted;
    DROP TABLE temp.played;
    DROP TABLE temp.rated;
"""

#: What leads from each version of the schema to the next. Never change one that was released: add another.
#: The last result that came from the journal: after a crash, those after it are written again, and no other.
_JOURNAL = """
    CREATE TABLE journal (id INTEGER PRIMARY KEY CHECK (id = 1), result INTEGER NOT NULL);
    INSERT INTO journal VALUES (1, 0);
"""

#: What players do to their own accounts: when they renamed it last, what it was called before, and the id of the guest
#: who has made it without leaving the seat: after a crash, that guest is known by it.
_OWN = """
    ALTER TABLE account ADD COLUMN renamed REAL;
    ALTER TABLE account ADD COLUMN former TEXT;
    ALTER TABLE account ADD COLUMN guest TEXT;
"""

MIGRATIONS = (_ACCOUNTS, _RESULTS, _CAREERS, _KEYS, _FEATS, _RESUME_TOKENS, _TOTALS, _JOURNAL, _OWN)
