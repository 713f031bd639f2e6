import './parts.css'

export interface HeadersProps {
  readonly label: string
  readonly list: readonly { readonly name: string; readonly value: string }[]
}

/** The headers of a request or an answer, folded. */
export function Headers({ label, list }: HeadersProps) {
  return (
    <details>
      <summary>{label}</summary>
      <dl className="part-headers">
        {list.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}:</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
