import { restoreCommand } from '../server/admin/backup-command-line.ts';
import { terminal } from './terminal.ts';

process.exitCode = await restoreCommand(terminal);
