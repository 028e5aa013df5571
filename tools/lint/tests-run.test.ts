import { at, tester, wrong } from './rule-tester.ts';
import { testsRun } from './tests-run.js';

const file = 'core/tree/rules.test.ts';
const bad = (code: string) => wrong(file, code, 'modifier');

tester.run('tests-run', testsRun, {
  valid: [
    at(file, "test('TR-14.3 a failed move returns', () => {});"),
    at(file, "describe.each([1])('of %s', () => {});"),
    at(file, "fc.assert(property); items.skip(3); page.only('x');"),
  ],
  invalid: [
    bad("test.only('a', () => {});"),
    bad("it.skip('a', () => {});"),
    bad("test.todo('a');"),
    bad("test.failing('a', () => {});"),
    bad("describe.only.each([1])('a', () => {});"),
    bad("test.concurrent.skip('a', () => {});"),
    bad("xit('a', () => {});"),
    bad("fdescribe('a', () => {});"),
  ],
});
