import type { Noun } from '../noun.ts';
import type { NounName } from '../slice.ts';
import { labels } from './labels.ts';
import { members } from './members.ts';
import { milestones } from './milestones.ts';

export const NOUNS: Readonly<Record<NounName, Noun>> = { labels, milestones, members };
