/** The mark: two streams joined by a gate. */
export function Brand({ name, isShort = false }: { readonly name: string; readonly isShort?: boolean }) {
  return (
    <span className="sh-brand">
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="#0b7a7a" />
        <path
          d="M8 10h10a3 3 0 0 1 0 6h-4a3 3 0 0 0 0 6h10"
          fill="none"
          stroke="#fff"
          strokeWidth="3"
          strokeLinecap="round"
        />
        <circle cx="24.5" cy="10" r="2" fill="#5ee0d9" />
        <circle cx="7.5" cy="22" r="2" fill="#5ee0d9" />
      </svg>
      {!isShort && <span className="sh-brand-name">{name}</span>}
    </span>
  )
}
