/** A text as its blocks, for editors that show more than its source. With it comes a parser of Markdown: it has an entrance of its own. */
export { blocksOf, isSameText, textOf, treeOf, type Block, type Cut } from './cut.ts';
export { aligned, rewritten, type Opened, type Writing } from './rewrite.ts';
