// Begins: the page asks for a name, or goes on where a reload has interrupted it.

import { App } from './app.js';

new App().start();
