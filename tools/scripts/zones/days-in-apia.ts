/**
 * @jest-environment ./tools/scripts/jest/zone-environment.mjs
 * @zone Pacific/Apia
 */
import './check.ts';
import './days.ts';
