/** End-to-end tests start the product and a browser. (Jest takes `testTimeout` for all projects only.) */
import { jest } from '@jest/globals';

jest.setTimeout(120_000);
