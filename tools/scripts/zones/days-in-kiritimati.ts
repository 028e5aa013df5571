/**
 * @jest-environment ./tools/scripts/jest/zone-environment.mjs
 * @zone Pacific/Kiritimati
 */
import './check.ts';
import './days.ts';
