/**
 * @jest-environment ./tools/scripts/jest/zone-server-environment.mjs
 * @zone Pacific/Kiritimati
 */
import './check.ts';
import '../../../server/dates.test.ts';
