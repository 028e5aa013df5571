/**
 * @jest-environment ./tools/scripts/jest/zone-server-environment.mjs
 * @zone America/Sao_Paulo
 */
import './check.ts';
import '../../../server/dates.test.ts';
