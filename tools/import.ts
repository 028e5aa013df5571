import { importCommand } from '../server/admin/command-line.ts';
import { untilInterrupted } from '../server/admin/interrupt.ts';
import { terminal } from './terminal.ts';

process.exitCode = await importCommand({ ...terminal, signal: untilInterrupted() });
