/**
 * @jest-environment ./tools/scripts/jest/zone-server-environment.mjs
 * @zone Australia/Lord_Howe
 */
import './check.ts';
import '../../../server/dates.test.ts';
