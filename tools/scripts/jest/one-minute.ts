/**
 * No test is slow by itself, but server tests start databases, view tests draw whole pages, and the machine may be busy.
 * (Jest takes `testTimeout` for all projects only.)
 */
import { jest } from '@jest/globals';

jest.setTimeout(60_000);
