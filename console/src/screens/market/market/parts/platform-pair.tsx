import { ArrowRightOutlined } from '@ant-design/icons'
import { Fragment } from 'react'
import { PlatformIcon } from '../../../../ui/platform-icon.tsx'
import { useText } from '../use-text.ts'
import '../market.css'

export interface PlatformPairProps {
  readonly platforms: readonly {
    readonly id: string
    readonly name: string
    readonly icon: { readonly text: string; readonly color: string }
  }[]
  /** Edge of an icon; default 32. */
  readonly size?: number
  /** All that somebody connects, in no direction. */
  readonly isList?: boolean
}

/** What connects what: the platforms of a package with an arrow between. */
export function PlatformPair({ platforms, size = 32, isList = false }: PlatformPairProps) {
  const text = useText()
  return (
    <span className="mk-pair">
      {platforms.map(({ id, name, icon }, place) => (
        <Fragment key={id}>
          {place > 0 &&
            !isList &&
            (place === 1 ? <ArrowRightOutlined className="mk-arrow" aria-label={text.into} /> : '+')}
          <span>
            <PlatformIcon icon={icon} size={size} /> {name}
          </span>
        </Fragment>
      ))}
    </span>
  )
}
