// What eslint looks for in the page's code: its recommended rules, and the habits that this code has.

import { createRequire } from 'node:module';

const js = createRequire(process.argv[1])('@eslint/js'); // the one that came with this eslint

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-undef': 'off', // tsc knows which names a browser has
      'no-control-regex': 'off',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'array-callback-return': 'error',
      'consistent-return': 'error',
      'default-case-last': 'error',
      eqeqeq: 'error',
      'no-await-in-loop': 'error',
      'no-console': 'error',
      'no-else-return': 'error',
      'no-eval': 'error',
      'no-implicit-globals': 'error',
      'no-implied-eval': 'error',
      'no-lonely-if': 'error',
      'no-new-func': 'error',
      'no-param-reassign': 'error',
      'no-promise-executor-return': 'error',
      'no-return-assign': ['error', 'except-parens'],
      'no-script-url': 'error',
      'no-self-compare': 'error',
      'no-shadow': 'error',
      'no-template-curly-in-string': 'error',
      'no-throw-literal': 'error',
      'no-unmodified-loop-condition': 'error',
      'no-unneeded-ternary': 'error',
      'no-unreachable-loop': 'error',
      'no-unused-expressions': ['error', { allowShortCircuit: true }],
      'no-use-before-define': ['error', { functions: false }],
      'no-useless-return': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'prefer-template': 'error',
      'require-atomic-updates': 'error',
      'no-restricted-properties': [
        'error',
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'write'].map((property) => ({
          property,
          message: 'Text is never markup: see dom.js.',
        })),
      ],
    },
  },
  {
    files: ['tests/**'],
    rules: { 'no-await-in-loop': 'off', 'no-unmodified-loop-condition': 'off' }, // tests go step by step
  },
];
