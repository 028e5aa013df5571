/**
 * @jest-environment ./tools/scripts/jest/zone-environment.mjs
 * @zone Australia/Lord_Howe
 */
import './check.ts';
import './days.ts';
