import { backupCommand } from '../server/admin/backup-command-line.ts';
import { terminal } from './terminal.ts';

process.exitCode = await backupCommand(terminal);
