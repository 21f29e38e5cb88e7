/** Links that share the page at `url`, an absolute address. */
export function ShareLinks({ url, title }: { url: string; title: string }) {
  const linkedInQuery = new URLSearchParams({ url }).toString();
  const tweetQuery = new URLSearchParams({ url, text: title }).toString();
  const links = [
    ['LinkedIn', `https://www.linkedin.com/sharing/share-offsite/?${linkedInQuery}`],
    ['X', `https://x.com/intent/tweet?${tweetQuery}`],
  ] as const;
  return (
    <p className="share-links">
      <span>Share</span>
      {links.map(([name, href]) => (
        <a key={name} className="link" rel="noopener nofollow" href={href}>
          {name}
          <span className="sr-only">: share this report</span>
        </a>
      ))}
    </p>
  );
}
