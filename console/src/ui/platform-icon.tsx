import marks from './marks.svg'

const DARK_INK = '#000000'
const LIGHT_INK = '#ffffff'

export interface PlatformIconProps {
  readonly icon: { readonly text: string; readonly color: string }
  /** Edge in pixels; default 24. */
  readonly size?: number
}

/** The platforms of the product by their letters and colour: the mark that is drawn in the place of the letters. */
export const shippedMarks: Readonly<Record<string, string>> = {
  'Ch #9A7B00': 'clickhouse',
  'Do #4A5FC1': 'doris',
  'Mg #00684A': 'mongodb',
  'My #00758F': 'mysql',
  'Or #B3362B': 'database',
  'Pg #336791': 'postgresql',
  'Sl #0F80CC': 'sqlite',
  'MS #A4262C': 'database',
  'Ka #231F20': 'kafka',
  'RQ #FF6600': 'rabbitmq',
  'Re #D82C20': 'redis',
  'MQ #660066': 'mqtt',
  'NA #27AAE1': 'nats',
  'GQ #C2188F': 'graphql',
  'HT #2F54EB': 'globe',
  'SO #3F6212': 'brackets',
  'Wh #3D5A80': 'hook',
  'IN #1D6FA5': 'envelope',
  '@ #1D6FA5': 'plane',
  '文 #389E0D': 'file',
  'FT #5B7083': 'folder',
  'SF #0B6E4F': 'lock',
  'S3 #C7511F': 'bucket',
  'Sh #5E8E3E': 'shopify',
  'Wo #7F54B3': 'woocommerce',
  '商 #FA541C': 'cart',
}

/** A platform's mark, or its letters, on its colour. Decoration: its name always stands beside it. */
export function PlatformIcon({ icon, size = 24 }: PlatformIconProps) {
  const style = {
    width: size,
    height: size,
    borderRadius: Math.round(size / 4),
    fontSize: Math.round(size * 0.46),
    background: icon.color,
    color: pickInk(icon.color),
  }
  const mark = shippedMarks[`${icon.text} ${icon.color.toUpperCase()}`]
  return (
    <span className="sl-icon" style={style} aria-hidden="true">
      {mark === undefined ? (
        icon.text
      ) : (
        <svg width="64%" height="64%" fill="currentColor" aria-hidden="true">
          <use href={`${marks}#${mark}`} />
        </svg>
      )}
    </span>
  )
}

/** The ink that reads better on a colour: at least 4.5 : 1 on every one there is. */
export function pickInk(color: string): string {
  const luminance = readLuminance(color)
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? LIGHT_INK : DARK_INK
}

/** WCAG relative luminance of `#rrggbb`. */
export function readLuminance(color: string): number {
  const channels = [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map(share =>
    share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
