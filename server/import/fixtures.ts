import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The planning data that comes with the product, above this file in the sources and in the built server alike. */
const directory = join('fixtures', 'planning');

export const planningSchemaFile = (): string => find('kubernetes-enhancements.schema.json');
export const demoDataFile = (): string => find('kubernetes-enhancements.json');

export function readPlanningSchema(): Record<string, unknown> {
  return JSON.parse(readFileSync(planningSchemaFile(), 'utf8')) as Record<string, unknown>;
}

function find(name: string): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    const file = join(at, directory, name);
    if (existsSync(file)) return file;
    if (dirname(at) === at) throw new Error(`The file ${join(directory, name)} that comes with Espalier is missing.`);
  }
}
