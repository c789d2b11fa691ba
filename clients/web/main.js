// Starts the client: it asks for a name, or continues the session that a reload interrupted.

import { App } from './app.js';
import { learn } from './words.js';

await learn(navigator.languages);
new App().start();
