import marks from './marks.svg'

const DARK_INK = '#000000'
const LIGHT_INK = '#ffffff'

export interface PlatformIconProps {
  readonly icon: { readonly text: string; readonly color: string }
  /** Edge in pixels; default 24. */
  readonly size?: number
}

/**
 * The platforms of the product whose mark is drawn in the place of their letters, by letters and colour: the names of the
 * symbols in `marks.svg`.
 */
export const shippedMarks =
  `Ch9A7B00 Do4A5FC1 Mg00684A My00758F OrB3362B Pg336791 Sl0F80CC MSA4262C Ka231F20 RQFF6600 ReD82C20 MQ660066 NA27AAE1 GQC2188F HT2F54EB SO3F6212 Wh3D5A80 IN1D6FA5 @1D6FA5 \u6587389E0D FT5B7083 SF0B6E4F S3C7511F Sh5E8E3E Wo7F54B3 \u5546FA541C`.split(
    ' ',
  )

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
  const mark = `${icon.text}${icon.color.slice(1).toUpperCase()}`
  return (
    <span className="sl-icon" style={style} aria-hidden="true">
      {shippedMarks.includes(mark) ? (
        <svg width="64%" height="64%" fill="currentColor" aria-hidden="true">
          <use href={`${marks}#${encodeURIComponent(mark)}`} />
        </svg>
      ) : (
        icon.text
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
