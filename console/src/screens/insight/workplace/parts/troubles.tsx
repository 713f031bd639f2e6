import { CloseCircleFilled } from '@ant-design/icons'
import { Link } from 'react-router'
import type { Overview } from '../overview.ts'

/** Far systems that cannot be used, before the figures that follow from it. */
export function Troubles({ troubles }: Pick<Overview, 'troubles'>) {
  if (troubles.length === 0) return null
  return (
    <ul className="wp-troubles" role="alert">
      {troubles.map(({ connector_id: id, name, message }) => (
        <li key={id}>
          <CloseCircleFilled className="wp-bad" aria-hidden />
          <span>
            <Link to={`/connector/detail/${id}`}>{name}</Link>: {message}
          </span>
        </li>
      ))}
    </ul>
  )
}
