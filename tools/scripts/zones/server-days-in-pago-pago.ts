/**
 * @jest-environment ./tools/scripts/jest/zone-server-environment.mjs
 * @zone Pacific/Pago_Pago
 */
import './check.ts';
import '../../../server/dates.test.ts';
