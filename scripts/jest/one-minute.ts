/** Server tests start databases, and the machine may be slow. (Jest takes `testTimeout` for all projects only.) */
import { jest } from '@jest/globals';

jest.setTimeout(60_000);
