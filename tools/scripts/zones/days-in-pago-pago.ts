/**
 * @jest-environment ./tools/scripts/jest/zone-environment.mjs
 * @zone Pacific/Pago_Pago
 */
import './check.ts';
import './days.ts';
