import { branchOf, isBucket, isTable } from './parts.ts';

/**
 * A fingerprint of plain data: 64 bits, not for security. It covers what JSON keeps and nothing else, so that a state and its JSON round trip have the
 * same one: the order of members does not count, absent and undefined members are one, undefined entries of lists and numbers
 * that are not finite are null. docs/action-log.md states the algorithm for other tools.
 */

/** The fingerprint that was computed last. Two words written in place: a pair per value would be garbage by the hundred thousand. */
const last = new Int32Array(2);
const double = new DataView(new ArrayBuffer(8));

const TAG = { null: 1, true: 2, false: 3, number: 4, string: 5, array: 6, object: 7, member: 8 } as const;
const SEED_A = 0x9e3779b9 | 0;
const SEED_B = 0x41c6ce57 | 0;
const PRIME_A = 0x9e3779b1 | 0;
const PRIME_B = 0x5f356495 | 0;

/** Hashes by reference, for parts that are worth it: nodes of tables, items, and whatever else is big. */
const known = new WeakMap<object, { readonly a: number; readonly b: number }>();
/** Characters and values from which on a part is remembered. With items, the hash after 100 actions costs a third of what it does with nodes alone. */
const BIG = 512;
/** What a remembered part adds to the count, so that a list of many of them is remembered as well. */
const MET = 32;
let work = 0;

/** Lets every bit of both words depend on every other. */
function finish(a: number, b: number): void {
  const x = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  const y = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  const p = Math.imul(x ^ (x >>> 15), PRIME_A);
  const q = Math.imul(y ^ (y >>> 14), PRIME_B);
  last[0] = p ^ (p >>> 16);
  last[1] = q ^ (q >>> 16);
}

function ofText(tag: number, text: string): void {
  let a = SEED_A ^ tag;
  let b = SEED_B ^ tag;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, PRIME_A);
    b = Math.imul(b ^ code, PRIME_B);
  }
  work += text.length;
  finish(a, b);
}

function ofNumber(value: number): void {
  if (!Number.isFinite(value)) return finish(SEED_A ^ TAG.null, SEED_B ^ TAG.null);
  // JSON writes -0 as 0.
  double.setFloat64(0, value === 0 ? 0 : value, true);
  step(SEED_A ^ TAG.number, SEED_B ^ TAG.number, double.getInt32(0, true), double.getInt32(4, true));
}

/** One more pair of words in order. */
function step(a: number, b: number, nextA: number, nextB: number): void {
  finish(Math.imul(a ^ nextA, PRIME_A), Math.imul(b ^ nextB, PRIME_B));
}

function ofArray(list: readonly unknown[]): void {
  let a = SEED_A ^ TAG.array;
  let b = SEED_B ^ TAG.array;
  for (let index = 0; index < list.length; index += 1) {
    ofValue(list[index]);
    step(a, b, last[0] as number, last[1] as number);
    a = last[0] as number;
    b = last[1] as number;
  }
  finish(a, b ^ list.length);
}

/** Members add up, so that their order does not count. */
function ofObject(value: Readonly<Record<string, unknown>>): void {
  let a = SEED_A ^ TAG.object;
  let b = SEED_B ^ TAG.object;
  let count = 0;
  for (const key in value) {
    const member = value[key];
    if (member === undefined || typeof member === 'function') continue;
    ofText(TAG.member, key);
    const keyA = last[0] as number;
    const keyB = last[1] as number;
    ofValue(member);
    step(keyA, keyB, last[0] as number, last[1] as number);
    a = (a + (last[0] as number)) | 0;
    b = (b + (last[1] as number)) | 0;
    count += 1;
  }
  finish(a, b ^ count);
}

function ofValue(value: unknown): void {
  work += 1;
  if (typeof value === 'string') return ofText(TAG.string, value);
  if (typeof value === 'number') return ofNumber(value);
  if (value === true) return finish(SEED_A ^ TAG.true, SEED_B ^ TAG.true);
  if (value === false) return finish(SEED_A ^ TAG.false, SEED_B ^ TAG.false);
  if (typeof value !== 'object' || value === null) return finish(SEED_A ^ TAG.null, SEED_B ^ TAG.null);
  const seen = known.get(value);
  if (seen !== undefined) {
    last[0] = seen.a;
    last[1] = seen.b;
    work += MET;
    return;
  }
  const before = work;
  if (Array.isArray(value)) ofArray(value);
  else ofObject(value as Readonly<Record<string, unknown>>);
  if (work - before >= BIG || 'hashes' in value || 'branch' in value) {
    known.set(value, { a: last[0] as number, b: last[1] as number });
  }
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');

/** 16 hexadecimal digits. A further call after a small change costs what changed: big parts are remembered by reference. */
export function stateHash(state: unknown): string {
  ofValue(state);
  return hex(last[0] as number) + hex(last[1] as number);
}

/** Computes what `stateHash(state)` needs in small steps; after the last one it is quick. */
export function* hashSteps(state: object): Generator<undefined> {
  if (known.has(state)) return;
  if (isBucket(state)) return ofValue(state);
  for (const part of branchOf(state) ?? Object.values(state)) {
    if (isTable(part)) yield* hashSteps(part.root);
    else if (typeof part === 'object' && part !== null && (branchOf(part) !== null || holdsTables(part))) {
      yield* hashSteps(part);
    } else ofValue(part);
    yield;
  }
  ofValue(state);
}

const holdsTables = (value: object): boolean => Object.values(value).some(isTable);
