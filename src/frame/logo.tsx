/** A tree trained along a wall: one stem, three tiers, a fruit at each end. */
export function Logo() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round">
        <path d="M12 22V3" />
        <path d="M12 19.5H7A3.5 3.5 0 0 1 3.5 16v-.5M12 19.5h5a3.5 3.5 0 0 0 3.5-3.5v-.5" />
        <path d="M12 13.5H8.5A2.5 2.5 0 0 1 6 11v-.5M12 13.5h3.5A2.5 2.5 0 0 0 18 11v-.5" />
        <path d="M12 8h-1.5A2 2 0 0 1 8.5 6v-.5M12 8h1.5a2 2 0 0 0 2-2v-.5" />
      </g>
      <g fill="currentColor">
        <circle cx="3.5" cy="13.25" r="1.75" />
        <circle cx="20.5" cy="13.25" r="1.75" />
        <circle cx="6" cy="8.25" r="1.75" />
        <circle cx="18" cy="8.25" r="1.75" />
        <circle cx="8.5" cy="3.5" r="1.75" />
        <circle cx="15.5" cy="3.5" r="1.75" />
      </g>
    </svg>
  );
}
