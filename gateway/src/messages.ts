/** What is said to programs of others, in the four languages of the product. */
export type GatewayLanguage = 'zh' | 'tw' | 'en' | 'pt'

type Words = Readonly<Record<GatewayLanguage, string>>

const messages = {
  ok: { zh: '操作成功', tw: '操作成功', en: 'ok', pt: 'ok' },
  auth: {
    zh: '认证失败，请检查应用密钥、令牌或签名',
    tw: '認證失敗，請檢查應用金鑰、令牌或簽名',
    en: 'The caller is not known: check the application key, the token or the signature.',
    pt: 'O chamador não é conhecido: verifique a chave do aplicativo, o token ou a assinatura.',
  },
  expired: {
    zh: '令牌已过期，请重新获取',
    tw: '令牌已過期，請重新取得',
    en: 'The token has ended. Get another.',
    pt: 'O token terminou. Obtenha outro.',
  },
  covered: {
    zh: '签名必须包含 {value}',
    tw: '簽名必須包含 {value}',
    en: 'The signature must cover {value}.',
    pt: 'A assinatura deve cobrir {value}.',
  },
  skew: {
    zh: '签名时间与服务器相差超过 {value} 秒',
    tw: '簽名時間與伺服器相差超過 {value} 秒',
    en: 'The time of the signature is more than {value} s away from the server’s.',
    pt: 'A hora da assinatura difere em mais de {value} s da do servidor.',
  },
  replay: {
    zh: '该签名请求已被使用过',
    tw: '該簽名請求已被使用過',
    en: 'This signed call came before.',
    pt: 'Esta chamada assinada já chegou antes.',
  },
  address: {
    zh: 'IP 地址 {value} 不在白名单内',
    tw: 'IP 位址 {value} 不在白名單內',
    en: 'Calls from the address {value} are not allowed.',
    pt: 'Chamadas do endereço {value} não são permitidas.',
  },
  certificateMissing: {
    zh: '该应用须出示客户端证书，本次请求没有证书',
    tw: '該應用須出示用戶端憑證，本次請求沒有憑證',
    en: 'This application calls with a client certificate, and none came.',
    pt: 'Este aplicativo chama com um certificado de cliente, e não veio nenhum.',
  },
  certificateUnread: {
    zh: '代理转交的客户端证书无法识别，或出现了多个',
    tw: '代理轉交的用戶端憑證無法識別，或出現了多個',
    en: 'What the proxy handed on is not one client certificate that can be read.',
    pt: 'O que o proxy repassou não é um único certificado de cliente legível.',
  },
  certificateOther: {
    zh: '客户端证书不属于该应用，其 SHA-256 指纹为 {value}',
    tw: '用戶端憑證不屬於該應用，其 SHA-256 指紋為 {value}',
    en: 'The client certificate is none of the application’s; its SHA-256 is {value}.',
    pt: 'O certificado de cliente não é do aplicativo; seu SHA-256 é {value}.',
  },
  certificateEnded: {
    zh: '客户端证书已于 {value} 过期',
    tw: '用戶端憑證已於 {value} 過期',
    en: 'The client certificate ended at {value}.',
    pt: 'O certificado de cliente terminou em {value}.',
  },
  certificateEarly: {
    zh: '客户端证书从 {value} 起才有效',
    tw: '用戶端憑證從 {value} 起才有效',
    en: 'The client certificate counts from {value} on.',
    pt: 'O certificado de cliente só vale a partir de {value}.',
  },
  operation: {
    zh: '应用没有权限执行 {value}',
    tw: '應用沒有權限執行 {value}',
    en: 'The application may not call {value}.',
    pt: 'O aplicativo não pode chamar {value}.',
  },
  sunset: {
    zh: '该版本已于 {value} 下线，请改用新版本，详见接口文档',
    tw: '該版本已於 {value} 下線，請改用新版本，詳見介面文件',
    en: 'This version ended at {value}. Move to a newer one; the description of the API names them.',
    pt: 'Esta versão terminou em {value}. Use uma mais nova; a descrição da API diz quais há.',
  },
  missing: { zh: '不存在', tw: '不存在', en: 'There is no such thing.', pt: 'Não existe.' },
  rate: {
    zh: '调用过于频繁，请稍后重试',
    tw: '呼叫過於頻繁，請稍後重試',
    en: 'Too many calls. Try again in a moment.',
    pt: 'Chamadas demais. Tente novamente em instantes.',
  },
  bodies: {
    zh: '同一地址同时发送的请求体过多，请稍后重试',
    tw: '同一地址同時傳送的請求內容過多，請稍後重試',
    en: 'Too many bodies under way from one address. Try again in a moment.',
    pt: 'Corpos demais em envio de um mesmo endereço. Tente novamente em instantes.',
  },
  quota: {
    zh: '今日调用额度已用完',
    tw: '今日呼叫額度已用完',
    en: 'The calls of today are used up.',
    pt: 'As chamadas de hoje acabaram.',
  },
  month: {
    zh: '本月调用额度已用完',
    tw: '本月呼叫額度已用完',
    en: 'The calls of this month are used up.',
    pt: 'As chamadas deste mês acabaram.',
  },
  busy: {
    zh: '同时进行的调用过多，请等待其完成',
    tw: '同時進行的呼叫過多，請等待其完成',
    en: 'Too many calls are under way. Wait for one to end.',
    pt: 'Há chamadas demais em andamento. Espere uma terminar.',
  },
  overload: {
    zh: '服务繁忙，请稍后重试',
    tw: '服務忙碌，請稍後重試',
    en: 'The service has too much to do. Try again in a moment.',
    pt: 'O serviço está sobrecarregado. Tente novamente em instantes.',
  },
  large: {
    zh: '请求超过 {value} KB',
    tw: '請求超過 {value} KB',
    en: 'The request is larger than {value} kB.',
    pt: 'A requisição é maior que {value} kB.',
  },
  json: {
    zh: '请求体不是有效的 JSON 对象',
    tw: '請求主體不是有效的 JSON 物件',
    en: 'The body is no valid JSON object.',
    pt: 'O corpo não é um objeto JSON válido.',
  },
  twice: {
    zh: '{value} 出现了两次',
    tw: '{value} 出現了兩次',
    en: '{value} stands twice.',
    pt: '{value} aparece duas vezes.',
  },
  input: {
    zh: '输入有误：{value}',
    tw: '輸入有誤：{value}',
    en: 'Check the input: {value}',
    pt: 'Verifique a entrada: {value}',
  },
  unknownField: {
    zh: '没有字段 {value}',
    tw: '沒有欄位 {value}',
    en: 'There is no field {value}.',
    pt: 'Não existe o campo {value}.',
  },
  missingField: {
    zh: '缺少字段 {value}',
    tw: '缺少欄位 {value}',
    en: 'The field {value} is missing.',
    pt: 'Falta o campo {value}.',
  },
  wrongType: {
    zh: '字段 {value} 的类型或格式不对',
    tw: '欄位 {value} 的類型或格式不對',
    en: 'The field {value} has the wrong type or form.',
    pt: 'O campo {value} tem tipo ou formato errado.',
  },
  wrongValue: {
    zh: '字段 {value} 含有不允许的字符',
    tw: '欄位 {value} 含有不允許的字元',
    en: 'The field {value} holds characters that are not allowed.',
    pt: 'O campo {value} contém caracteres não permitidos.',
  },
  far: {
    zh: '外部系统没有正确回答（{value}）',
    tw: '外部系統沒有正確回答（{value}）',
    en: 'The far system did not answer as it should ({value}).',
    pt: 'O sistema externo não respondeu como deveria ({value}).',
  },
  farSlow: {
    zh: '外部系统没有及时回答',
    tw: '外部系統沒有及時回答',
    en: 'The far system did not answer in time.',
    pt: 'O sistema externo não respondeu a tempo.',
  },
  farLarge: {
    zh: '外部系统的回答过大，请缩小范围',
    tw: '外部系統的回答過大，請縮小範圍',
    en: 'The far system answered too much. Ask for less.',
    pt: 'O sistema externo respondeu demais. Peça menos.',
  },
  filter: {
    zh: '不能按 {value} 过滤',
    tw: '不能按 {value} 過濾',
    en: 'Nothing can be found by {value}.',
    pt: 'Não é possível filtrar por {value}.',
  },
  notObject: {
    zh: '记录必须是 JSON 对象',
    tw: '記錄必須是 JSON 物件',
    en: 'A record must be a JSON object.',
    pt: 'Um registro deve ser um objeto JSON.',
  },
  key: {
    zh: '缺少主键字段或主键无效',
    tw: '缺少主鍵欄位或主鍵無效',
    en: 'A field of the key is missing or cannot be a key.',
    pt: 'Falta um campo da chave, ou ele não pode ser chave.',
  },
  dryRunLarge: {
    zh: '试运行一次最多 {value} 条',
    tw: '試執行一次最多 {value} 筆',
    en: 'A dry run takes at most {value} records.',
    pt: 'Um ensaio aceita no máximo {value} registros.',
  },
  notPassive: {
    zh: '该方案不接收数据',
    tw: '該方案不接收資料',
    en: 'This strategy takes no records.',
    pt: 'Esta estratégia não recebe registros.',
  },
  notRunning: {
    zh: '方案没有启动',
    tw: '方案沒有啟動',
    en: 'The strategy is not started.',
    pt: 'A estratégia não está iniciada.',
  },
  draft: {
    zh: '方案还是草稿，请先启动一次',
    tw: '方案還是草稿，請先啟動一次',
    en: 'The strategy is a draft. Start it once first.',
    pt: 'A estratégia é um rascunho. Inicie-a uma vez antes.',
  },
  reused: {
    zh: '该 Idempotency-Key 已用于另一个请求',
    tw: '該 Idempotency-Key 已用於另一個請求',
    en: 'This Idempotency-Key was used for another request.',
    pt: 'Esta Idempotency-Key já foi usada em outra requisição.',
  },
  slow: {
    zh: '查询超时，请缩小范围',
    tw: '查詢逾時，請縮小範圍',
    en: 'The query took too long. Ask for less.',
    pt: 'A consulta demorou demais. Peça menos.',
  },
  away: {
    zh: '服务暂时不可用，请稍后重试',
    tw: '服務暫時無法使用，請稍後重試',
    en: 'The service cannot answer now. Try again later.',
    pt: 'O serviço não pode responder agora. Tente mais tarde.',
  },
  internal: {
    zh: '服务器内部错误',
    tw: '伺服器內部錯誤',
    en: 'Something went wrong inside.',
    pt: 'Algo deu errado internamente.',
  },
} as const satisfies Readonly<Record<string, Words>>

export type MessageName = keyof typeof messages

/** By the header of the call, as the API reads it. */
export function readLanguage(acceptLanguage: string | undefined): GatewayLanguage {
  const [, name = 'zh', region = ''] = /(?:^|,)\s*(zh|en|pt)\b(?:-(\w+))?/i.exec(acceptLanguage ?? '') ?? []
  if (name.toLowerCase() === 'zh') return /^(tw|hk|mo|hant)$/i.test(region) ? 'tw' : 'zh'
  return name.toLowerCase() === 'pt' ? 'pt' : 'en'
}

export const say = (name: MessageName, language: GatewayLanguage, value = ''): string =>
  messages[name][language].replace('{value}', () => value)
