/** The tags of a strategy, one behind the other. */
export function TagList({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return '–'
  return (
    <span className="st-tags">
      {tags.map(tag => (
        <span key={tag} className="sl-tag sl-tag-calm">
          {tag}
        </span>
      ))}
    </span>
  )
}
