import { TestEnvironment } from 'jest-environment-node';
import { inZone } from './zone.mjs';

// eslint-disable-next-line no-restricted-syntax -- jest takes the default export of an environment
export default inZone(TestEnvironment);
