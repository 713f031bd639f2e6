import type { Messages } from '../../../http/messages.ts'

/** What a followed market is refused with. Who reads them may have only this sentence and a telephone. */
export const messages = {
  'notFound.marketSource': {
    zh: '市场来源不存在',
    en: 'There is no such followed market.',
    pt: 'Este mercado seguido não existe.',
  },
  'notFound.marketFeed': {
    zh: '这个系统没有对外提供市场索引',
    en: 'This installation does not offer its market to others.',
    pt: 'Esta instalação não oferece seu mercado a outros.',
  },
  'conflict.marketSourceKey': {
    zh: '已经有来源使用这把公钥：{value}',
    en: 'A followed market has this key already: {value}',
    pt: 'Um mercado seguido já tem esta chave: {value}',
  },
  'conflict.tooManySources': {
    zh: '最多 {value} 个市场来源，请先删除一个',
    en: 'At most {value} markets are followed. Remove one first.',
    pt: 'No máximo {value} mercados são seguidos. Remova um primeiro.',
  },
  'conflict.marketChanged': {
    zh: '同步期间这个来源被修改了，这一次的结果没有采用；请再同步一次',
    en: 'The source was changed while it was looked into. Nothing of that look was kept: look again.',
    pt: 'A fonte foi alterada durante a consulta. Nada dela foi guardado: consulte de novo.',
  },
  'conflict.marketBusy': {
    zh: '正在同步这个来源，请稍后再试',
    en: 'This market is being looked into. Try again in a moment.',
    pt: 'Este mercado está sendo consultado. Tente de novo em instantes.',
  },
  'conflict.marketNoAddress': {
    zh: '这个来源没有地址，请导入文件',
    en: 'This market has no address. Bring it as a file.',
    pt: 'Este mercado não tem endereço. Importe um arquivo.',
  },
  'conflict.marketOff': {
    zh: '这个来源已停用，请先启用',
    en: 'This market is not followed at present. Switch it on first.',
    pt: 'Este mercado não está sendo seguido. Ative-o primeiro.',
  },
  'unavailable.marketOutgoing': {
    zh: '这个系统不能对外访问，请导入文件',
    en: 'This installation has no way out. Bring the market as a file.',
    pt: 'Esta instalação não tem saída. Importe um arquivo.',
  },
  'unavailable.marketAnswer': {
    zh: '对方回答 HTTP {value}，没有给出市场索引。请核对地址，并确认对方已启用对外市场',
    en: 'It answered HTTP {value} and gave no market. Check the address, and that its operator lets others follow it.',
    pt: 'Respondeu HTTP {value} e não entregou o mercado. Confira o endereço e se o operador permite segui-lo.',
  },
  'invalid.marketIndex': {
    zh: '这不是可读取的市场索引：{value}',
    en: 'This is no index of a market: {value}',
    pt: 'Este não é um índice de mercado: {value}',
  },
  'invalid.marketKey': {
    zh: '索引由另一把密钥签名，已拒绝。它的指纹是 {value}；只有向对方核实后，才能在来源里改用它',
    en: 'It is signed by another key and was refused. That key has the fingerprint {value}; enter it at this market only once its operator has confirmed it.',
    pt: 'Está assinado por outra chave e foi recusado. A impressão dela é {value}; só a informe depois que o operador a confirmar.',
  },
  'invalid.marketAltered': {
    zh: '市场索引在签名之后被改动过，已拒绝',
    en: 'The index was altered after it was signed. It is refused.',
    pt: 'O índice foi alterado depois de assinado e foi recusado.',
  },
  'invalid.marketOlder': {
    zh: '这份索引（{value}）比已经接受的旧，或编号相同而内容不同，已拒绝',
    en: 'This index ({value}) is older than the one taken before, or another one of the same number. It is refused.',
    pt: 'Este índice ({value}) é mais antigo que o já aceito, ou outro de mesmo número. Foi recusado.',
  },
  'invalid.marketIndexCut': {
    zh: '对方的索引只列出最新的版本，另有 {value} 个较早的版本不在其中，这里看不到，也不会因此被撤下',
    en: 'Its index tells its newest versions alone. {value} older ones are not in it: they do not come, and none is withdrawn for that.',
    pt: 'O índice só informa as versões mais novas. {value} mais antigas não estão nele: não chegam, nem são retiradas por isso.',
  },
  'invalid.marketClock': {
    zh: '索引的签名时间 {value} 在未来，请核对两边的时钟',
    en: 'The index was signed in the future, at {value}. Check both clocks.',
    pt: 'O índice foi assinado no futuro, em {value}. Confira os relógios.',
  },
  'invalid.marketPackageAltered': {
    zh: '方案包 {value} 与索引里的校验值不符，已拒绝',
    en: 'The package {value} is not the one that the index tells. It is refused.',
    pt: 'O pacote {value} não é o que o índice informa e foi recusado.',
  },
  'invalid.marketPackageOther': {
    zh: '文件里的方案包与索引写的 {value} 不是同一个，已拒绝',
    en: 'The file holds another package than {value}, which the index tells. It is refused.',
    pt: 'O arquivo contém outro pacote, e não {value}, e foi recusado.',
  },
  'invalid.marketPackageChanged': {
    zh: '{value} 已经在这里，而同一版本的内容不同；保留原来的，未采用新的。请对方换一个版本号发布',
    en: '{value} is here with other contents under the same version. What is here stays; have the other released under a new version.',
    pt: '{value} já está aqui com outro conteúdo na mesma versão. Fica o que está; peça uma nova versão.',
  },
  'invalid.marketPackageChecks': {
    zh: '没有通过自动检查：{value}',
    en: 'It did not pass the automatic checks: {value}',
    pt: 'Não passou nas verificações automáticas: {value}',
  },
  'invalid.marketFile': {
    zh: '这不是完整的市场文件：{value}。没有导入任何内容',
    en: 'This is no whole file of a market: {value}. Nothing was taken.',
    pt: 'Este não é um arquivo de mercado inteiro: {value}. Nada foi importado.',
  },
} as const satisfies Messages
