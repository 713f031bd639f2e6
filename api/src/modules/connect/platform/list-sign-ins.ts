import { type Param, type PlatformTemplate, type SignIn, signIns } from '@sluice/contract'

/** Ways to sign in among which a connector of the platform chooses, told by the secrets that its form asks for. */
export function listSignIns(
  { params, isGranted }: { readonly params: readonly Param[]; readonly isGranted?: boolean | undefined },
  own?: Pick<PlatformTemplate, 'oauth2' | 'app'>,
): SignIn[] {
  if (isGranted) return ['grant']
  if (own?.oauth2) return ['oauth2']
  const found = new Set(params.filter(isSecret).flatMap(nameSignIns))
  if (own?.app.some(each => each.secret)) found.add('secret')
  else if (canStayEmpty(params)) found.add('none')
  return signIns.filter(each => found.has(each))
}

/** Headers that may be added to each request are no way of their own. */
const isSecret = ({ encryption, is_required, type }: Param): boolean =>
  encryption === true && (is_required === true || type !== 'keyvalue')

function nameSignIns({ field, when }: Param): SignIn[] {
  if (field === 'password') return ['password']
  if (field !== 'client_secret') return ['secret']
  return (when?.in ?? ['oauth2']).map(each => (each === 'oauth2Code' ? 'grant' : 'oauth2'))
}

/** A form that can be filled without saying who one is, by one of its choices. */
function canStayEmpty(params: readonly Param[]): boolean {
  const asked = params.filter(param => param.is_required && (isSecret(param) || param.field === 'username'))
  const choice = params.find(({ field }) => asked.some(param => param.when?.field === field))
  const values = choice?.options?.map(option => option.value) ?? [undefined]
  return values.some(value => asked.every(({ when }) => when && !when.in.some(each => each === value)))
}
