/**
 * @jest-environment ./tools/scripts/jest/zone-environment.mjs
 * @zone America/Sao_Paulo
 */
import './check.ts';
import './days.ts';
