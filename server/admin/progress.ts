/** The part of a terminal or file that progress is written to. */
export interface ProgressStream {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export interface Progress {
  update(done: number, total: number): void;
  /** Ends the line of the bar, if there is one. */
  end(): void;
}

/** A bar that redraws itself on a terminal; anywhere else one plain line at every tenth. */
export function showProgress(stream: ProgressStream, label: string): Progress {
  return stream.isTTY === true ? bar(stream, label) : lines(stream, label);
}

function bar(stream: ProgressStream, label: string): Progress {
  let drawn = '';
  return {
    update(done, total) {
      const share = total === 0 ? 1 : done / total;
      const numbers = ` ${String(Math.floor(share * 100)).padStart(3)} %  ${String(done)}/${String(total)}`;
      const width = Math.max(5, Math.min(40, (stream.columns ?? 80) - label.length - numbers.length - 4));
      const filled = Math.round(share * width);
      const text = `${label} [${'█'.repeat(filled)}${'░'.repeat(width - filled)}]${numbers}`;
      if (text !== drawn) stream.write(`\r${text}`);
      drawn = text;
    },
    end() {
      if (drawn !== '') stream.write('\n');
      drawn = '';
    },
  };
}

function lines(stream: ProgressStream, label: string): Progress {
  let tenth = 0;
  return {
    update(done, total) {
      const now = total === 0 ? 10 : Math.floor((done / total) * 10);
      if (now <= tenth) return;
      tenth = now;
      stream.write(`${label}: ${String(now * 10)} % (${String(done)} of ${String(total)})\n`);
    },
    end: () => undefined,
  };
}
