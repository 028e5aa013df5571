/**
 * @jest-environment ./tools/scripts/jest/zone-server-environment.mjs
 * @zone Pacific/Apia
 */
import './check.ts';
import '../../../server/dates.test.ts';
