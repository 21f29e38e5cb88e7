/** Small drawings of what each service delivers, in the order of the services. */
const drawings = [
  <>
    <path className="d-sheet" d="M22 8h46v60H22z" />
    <path className="d-accent-fill" d="M22 8h46v4H22z" />
    <path className="d-ink" d="M28 19h22M28 25h16" />
    <path className="d-accent" d="M28 54l10-9 8 5 14-17" />
    <path className="d-rule" d="M28 61h34" />
  </>,
  <>
    <path className="d-ink-fill" d="M8 12h80v11H8z" />
    <path
      className="d-rule"
      d="M8 23h80v43H8zM28 12v54M48 12v54M68 12v54M8 34h80M8 45h80M8 56h80"
    />
  </>,
  <>
    <path
      className="d-rule"
      d="M8 14h80v52H8zM28 14v52M48 14v52M68 14v52M8 27h80M8 40h80M8 53h80"
    />
    <path className="d-accent" d="M48 10h20v60H48z" />
  </>,
  <>
    <path className="d-ink" d="M8 24h26M8 34h60" />
    <path className="d-accent" d="M8 44q5-6 10 0t10 0 10 0 10 0 10 0 10 0" />
    <path className="d-rule" d="M40 54h36M40 61h24" />
  </>,
  <>
    <circle className="d-sheet" cx="40" cy="40" r="27" />
    <path className="d-ink" d="M40 20v20l14 8" />
    <path className="d-rule" d="M40 13v4M40 63v4M13 40h4M63 40h4" />
  </>,
  <>
    <path className="d-accent dots" d="M12 18h.1" />
    <path className="d-ink dots" d="M12 40h.1M22 40h.1M32 40h.1M42 40h.1M52 40h.1" />
    <path className="d-rule" d="M8 28h80M8 50h80" />
    <path
      className="d-muted dots"
      d="M12 62h.1M22 62h.1M32 62h.1M42 62h.1M52 62h.1M62 62h.1M72 62h.1M82 62h.1"
    />
  </>,
] as const;

/** The drawing of the service at a place in the list. */
export function ServiceDrawing({ index }: { index: number }) {
  return (
    <svg viewBox="0 0 96 76" className="service-drawing" aria-hidden="true">
      {drawings[index % drawings.length]}
    </svg>
  );
}
