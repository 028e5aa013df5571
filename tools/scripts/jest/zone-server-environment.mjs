import ServerEnvironment from './server-environment.mjs';
import { inZone } from './zone.mjs';

// eslint-disable-next-line no-restricted-syntax -- jest takes the default export of an environment
export default inZone(ServerEnvironment);
