// Starts the client: it asks for a name at once, and begins, or continues the session that a reload interrupted, when all of the page is there.

import { Login } from './login.js';
import { applyStyles } from './styles.js';
import { learn, say } from './words.js';

const login = new Login();

async function load() {
  const [{ App }] = await Promise.all([import('./app.js'), learn(navigator.languages), applyStyles()]);
  return new App(login);
}

load().then(
  (app) => app.start(),
  (error) => {
    const fail = () => login.show(say('Part of this page could not be loaded. Please reload it.'));
    if (!login.serve(fail)) fail();
    throw error;
  },
);
