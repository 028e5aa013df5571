import { tokenCommand } from '../server/admin/command-line.ts';
import { terminal } from './terminal.ts';

process.exitCode = await tokenCommand(terminal);
