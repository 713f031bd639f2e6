import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const httpSentences: Sentences = {
  'Nobody has granted this connector access yet.': 'Ninguém concedeu acesso a este conector ainda.',
  'Save the connector, then grant access on its page.': 'Salve o conector e depois conceda o acesso na página dele.',
  'The far system answered with something that is no record.':
    'O sistema externo respondeu com algo que não é um registro.',
  'The far system has the record, but tells none of the fields that were sent.':
    'O sistema externo tem o registro, mas não informa nenhum dos campos enviados.',
  '{where}: {what}': '{where}: {what!}',
  'the far system refused: {said}': 'o sistema externo recusou: {said}',
  'It asks to come back later.': 'Ele pede para voltar mais tarde.',
  'Check the parameters of the endpoint, or the success test.':
    'Verifique os parâmetros do endpoint ou o teste de sucesso.',
  'the answer is a web page, not data': 'a resposta é uma página da web, não dados',
  'Check the address; a sign-in page or a proxy may stand in front of it.':
    'Verifique o endereço; pode haver uma página de login ou um proxy na frente.',
  'If the far system says so that there are no rows, choose "{form}" under its forms of "no rows".':
    'Se o sistema remoto diz assim que não há linhas, escolha "{form~}" nas formas de "sem linhas".',
  'Status 204': 'Status 204',
  'Empty body': 'Corpo vazio',
  'The value null': 'O valor null',
  'Empty text ""': 'Texto vazio ""',
  'Empty object {}': 'Objeto vazio {}',
  'No list in the answer': 'Nenhuma lista na resposta',
  'Status 404': 'Status 404',
  'the answer is empty': 'a resposta está vazia',
  'the answer is nested deeper than {max} levels': 'a resposta tem aninhamento superior a {max} níveis',
  'the answer has an object of more than {max} names': 'a resposta tem um objeto com mais de {max} nomes',
  'the answer has names that stand twice in one object almost everywhere':
    'a resposta tem nomes repetidos no mesmo objeto em quase toda parte',
  'the answer is no complete JSON ({count} characters)': 'a resposta não é um JSON completo ({count} caracteres)',
  'Try again; if it stays, check path and parameters.':
    'Tente novamente; se persistir, verifique o caminho e os parâmetros.',
  '{what} (HTTP {status})': '{what!} (HTTP {status})',
  '{what} (HTTP {status}): {said}': '{what!} (HTTP {status}): {said}',
  'access was refused': 'o acesso foi recusado',
  'the test path was answered': 'o caminho de teste respondeu',
  'there is no test path; a preview of an endpoint will tell': 'não há caminho de teste; a prévia de um endpoint dirá',
  'only a write can tell; try it with one record': 'só uma gravação dirá; tente com um registro',
  'The credential is known but may not do this: have its scope or role widened at the far system.':
    'A credencial é conhecida, mas não pode fazer isto: peça para ampliar seu escopo ou papel no sistema remoto.',
  'Check credentials and rights.': 'Verifique as credenciais e as permissões.',
  'there is nothing at this address': 'não há nada neste endereço',
  'Check base URL and path.': 'Verifique a URL base e o caminho.',
  'too many requests': 'requisições demais',
  'Lower the request rate of the connector.': 'Reduza a taxa de requisições do conector.',
  'the far system has a fault': 'o sistema externo está com falha',
  'Try again later, or ask its operator.': 'Tente novamente mais tarde ou consulte o operador dele.',
  'the request was rejected': 'a requisição foi rejeitada',
  'Check method, parameters and body.': 'Verifique o método, os parâmetros e o corpo.',
  'Signing in at {where} answered {status}.': 'A autenticação em {where} respondeu {status}.',
  'Signing in at {where} answered {status}: {said}': 'A autenticação em {where} respondeu {status}: {said}',
  'Signing in at {where} gave no token at {path}.': 'A autenticação em {where} não forneceu token em {path}.',
  'Signing in at {where} gave no token at {path}: {said}':
    'A autenticação em {where} não forneceu token em {path}: {said}',
  'Try again later.': 'Tente novamente mais tarde.',
  'Check the credentials, the address for signing in and the place of the token.':
    'Verifique as credenciais, o endereço de autenticação e o local do token.',
  'The base URL {base} has a query, and paths cannot be put behind it.':
    'A URL base {base} tem uma consulta, e nenhum caminho cabe depois dela.',
  'End it before the question mark; what follows belongs to the endpoint that is read.':
    'Termine-a antes da interrogação; o que vem depois pertence ao endpoint que é lido.',
  'Check the credential and the address; fill in a test path that is answered where all is well.':
    'Verifique a credencial e o endereço; preencha um caminho de teste que responda quando está tudo bem.',
  '{text} is not an http or https address.': '{text} não é um endereço http ou https.',
  'Write the address with http:// or https:// in front.': 'Escreva o endereço com http:// ou https:// no início.',
  '{origin} is not the address of this connector.': '{origin} não é o endereço deste conector.',
  'Use a path under the base URL, or another connector.': 'Use um caminho sob a URL base ou outro conector.',
  'The wait for another try was stopped.': 'A espera por nova tentativa foi interrompida.',
  '{platform} has no endpoint {resource} that can be read.':
    '{platform~} não tem endpoint {resource} que possa ser lido.',
  '{platform} has no endpoint {resource} that can be written.':
    '{platform~} não tem endpoint {resource} que possa ser gravado.',
  'Choose another connector.': 'Escolha outro conector.',
  'Choose one of {names}.': 'Escolha um destes: {names}.',
  'Reading {resource} was stopped.': 'A leitura de {resource} foi interrompida.',
  'the answer is {kind}, not a list; lists in the answer: {names}':
    'a resposta é {kind~}, não uma lista; listas na resposta: {names}',
  'the answer is {kind}, not a list; there is no list in the answer':
    'a resposta é {kind~}, não uma lista; não há lista na resposta',
  'the place {path} is {kind}, not a list; lists in the answer: {names}':
    'o local {path} é {kind~}, não uma lista; listas na resposta: {names}',
  'the place {path} is {kind}, not a list; there is no list in the answer':
    'o local {path} é {kind~}, não uma lista; não há lista na resposta',
  'there is no {path} in the answer: the answer is {kind}; lists in the answer: {names}':
    'não há {path} na resposta: a resposta é {kind~}; listas na resposta: {names}',
  'there is no {path} in the answer: the answer is {kind}; there is no list in the answer':
    'não há {path} na resposta: a resposta é {kind~}; não há lista na resposta',
  'there is no {path} in the answer: {end} is {kind}; lists in the answer: {names}':
    'não há {path} na resposta: {end} é {kind~}; listas na resposta: {names}',
  'there is no {path} in the answer: {end} is {kind}; there is no list in the answer':
    'não há {path} na resposta: {end} é {kind~}; não há lista na resposta',
  'a list of {count}': 'uma lista de {count}',
  'an object': 'um objeto',
  'an empty object': 'um objeto vazio',
  'an object without it': 'um objeto sem esse campo',
  'a text': 'um texto',
  'an empty text': 'um texto vazio',
  'a number': 'um número',
  'true or false': 'verdadeiro ou falso',
  'There is no {path} in the answer: the answer is a list of {count}.':
    'Não há {path} na resposta: a resposta é uma lista de {count}.',
  'There is no {path} in the answer: {end} is a list of {count}.':
    'Não há {path} na resposta: {end} é uma lista de {count}.',
  'The pages hold {count} different rows, and the far system says that there are {total}: others came twice.':
    'As páginas contêm {count} linhas diferentes, e o sistema externo diz que há {total}: outras vieram duas vezes.',
  'Sort the list by a field that is different in every row, such as its id.':
    'Ordene a lista por um campo diferente em cada linha, como o id.',
  'The pages end after {count} rows, and the far system says that there are more ({sign}).':
    'As páginas terminam após {count} linhas, e o sistema externo diz que há mais ({sign}).',
  'Many far systems end a list after so many pages: read it in increments, or in parts by a filter. Where the total counts something else, choose "Believe the last page".':
    'Muitos sistemas externos encerram uma lista após certo número de páginas: leia-a por incrementos ou em partes com um filtro. Se o total conta outra coisa, ligue "Acreditar na última página".',
  'The answer holds {count} rows and says that there are more ({sign}), but no paging is set.':
    'A resposta traz {count} linhas e diz que há mais ({sign}), mas nenhuma paginação foi definida.',
  'Choose the paging in the source settings, or "Only this answer" ("Believe the last page" in an API asset) where the rest is not wanted.':
    'Escolha a paginação nas configurações da origem, ou "Somente esta resposta" ("Acreditar na última página" em um ativo de API) se o resto não interessa.',
  'The answer holds no rows and says {words}; no success test says whether that is a refusal.':
    'A resposta não traz linhas e diz {words}; nenhum teste de sucesso diz se é uma recusa.',
  'Set the success test of the source: the path of the code, and its values that mean success.':
    'Defina o teste de sucesso da origem: o caminho do código e os valores que significam sucesso.',
  'Correct the path of the list; leave it empty when the answer itself is the list.':
    'Corrija o caminho da lista; deixe-o vazio quando a própria resposta for a lista.',
  'Element {index} of the page is no object and cannot become a record.':
    'O elemento {index} da página não é um objeto e não pode virar registro.',
  'The endpoint is to be read in increments, but its request names neither {{from}} nor {{to}}.':
    'O endpoint deve ser lido em incrementos, mas a requisição não menciona {{from}} nem {{to}}.',
  'Put {{from}} and {{to}} into the parameters that limit the time, or read without increments.':
    'Coloque {{from}} e {{to}} nos parâmetros que limitam o tempo ou leia sem incrementos.',
  'The body of the request is no JSON.': 'O corpo da requisição não é JSON.',
  'Write JSON; placeholders stand inside quotes: "{{page}}".':
    'Escreva JSON; os marcadores ficam entre aspas: "{{page}}".',
  'Writing to {resource} was stopped.': 'A gravação em {resource} foi interrompida.',
  'This record was not sent.': 'Este registro não foi enviado.',
  'The fixed fields are no JSON object.': 'Os campos fixos não são um objeto JSON.',
  '{resource} refused the record.': '{resource} recusou o registro.',
  'The record was sent to {resource}, but its answer was lost. {why}':
    'O registro foi enviado a {resource}, mas a resposta se perdeu. {why~}',
  'What came back could not be read.': 'O que voltou não pôde ser lido.',
  'Look at the target whether the record is there, then mark it as done or process it again.':
    'Verifique no destino se o registro existe e depois marque-o como concluído ou processe-o novamente.',
  'The stored position does not fit this source any more. Start the read anew.':
    'A posição armazenada não serve mais para esta origem. Comece a leitura de novo.',
  'this page is the same as the page before': 'esta página é igual à anterior',
  'The far system ignores the paging parameter; check its name, or choose no paging.':
    'O sistema externo ignora o parâmetro de paginação; verifique o nome ou escolha sem paginação.',
  'there is no {path} in the answer': 'não há {path} na resposta',
  'there is more, but no cursor at {path} ({count} records)':
    'há mais dados, mas nenhum cursor em {path} ({count} registros)',
  'an empty page although there is more': 'uma página vazia, embora haja mais dados',
  'Try again; nothing was skipped.': 'Tente novamente; nada foi pulado.',
  'the far system leads in a circle: it names {next} again':
    'o sistema externo anda em círculos: indica {next} novamente',
  'Check the paging parameter; the far system may ignore it.':
    'Verifique o parâmetro de paginação; o sistema externo pode ignorá-lo.',
  'Check the paging parameter {param}; the far system may ignore it.':
    'Verifique o parâmetro de paginação {param}; o sistema externo pode ignorá-lo.',
  'it is not said which field of a record is its id': 'não foi dito qual campo de um registro é o seu id',
  'record {ordinal} of the page has no id at {path}': 'o registro {ordinal} da página não tem id em {path}',
  'Name the field of the id; it must hold a text or a whole number in every record.':
    'Informe o campo do id; em cada registro ele deve ter um texto ou um número inteiro.',
  'ids greater than {last} were asked for, and the page begins with {id}':
    'foram pedidos ids maiores que {last}, e a página começa com {id}',
  'the page is not sorted by {path}: {id} comes after {last}':
    'a página não está ordenada por {path}: {id} vem depois de {last}',
  'Add the sorting parameter of the far system for rising ids, or choose another paging.':
    'Acrescente o parâmetro de ordenação do sistema externo para ids crescentes, ou escolha outra paginação.',
  'the id {id} at {path} stands twice on the page': 'o id {id} em {path} aparece duas vezes na página',
  'Name a field that is different in every record, or choose another paging.':
    'Informe um campo que seja diferente em cada registro, ou escolha outra paginação.',
  'the total at {path} is missing': 'falta o total em {path}',
  'the total at {path} is no number': 'o total em {path} não é um número',
  'Check the path of the total.': 'Verifique o caminho do total.',
  '{path} does not say whether there is more': '{path} não diz se há mais dados',
  'Check the path of the mark for more data.': 'Verifique o caminho do indicador de mais dados.',
  'an empty page although there should be more': 'uma página vazia, embora devesse haver mais dados',
  'an empty page although there should be more ({total} in all)':
    'uma página vazia, embora devesse haver mais dados ({total} no total)',
  'the list ends after {seen} records, but {total} were announced':
    'a lista termina após {seen} registros, mas {total} foram anunciados',
  'Try again; if it stays, check the path of the total or choose another paging.':
    'Tente novamente; se persistir, verifique o caminho do total ou escolha outra paginação.',
  'The far system asks to come back later.': 'O sistema externo pede para voltar mais tarde.',
  'Waits for stock at the target and is tried again.': 'Aguarda estoque no destino e é tentado novamente.',
  'Add the missing master data at the target; it is tried again.':
    'Inclua o cadastro que falta no destino; o registro é tentado novamente.',
  'Waits for stock and master data at the target.': 'Aguarda estoque e cadastro no destino.',
  'Correct the record or its mapping, then process it again.':
    'Corrija o registro ou o mapeamento e processe-o novamente.',
  'The far system refused the record: {told}': 'O sistema externo recusou o registro: {told}',
  'The far system refused the record without a reason.': 'O sistema externo recusou o registro sem informar o motivo.',
  'The path {template} needs {name}, which this record does not have.':
    'O caminho {template} precisa de {name}, que este registro não tem.',
  '{{{name}}} is not known here; known are {names}.': '{{{name}}} não é conhecido aqui; são conhecidos: {names}.',
  'Check the settings of the connector.': 'Verifique a configuração do conector.',
  'a token was given': 'um token foi fornecido',
  'HTTP {status} from the base address, which may not look at the credential; fill in a test path to be sure':
    'HTTP {status} do endereço base, que pode não verificar a credencial; preencha um caminho de teste para ter certeza',
  'HTTP {status}, {count} bytes': 'HTTP {status}, {count} bytes',
  'The bound {text} is not a time this source can be asked for.':
    'O limite {text} não é uma hora que se possa pedir a esta origem.',
  'Choose a field that holds times as the increment field.':
    'Escolha como campo de incremento um campo que contenha horas.',
  'The parameter {path} must be a number.': 'O parâmetro {path} deve ser um número.',
  'The parameter {path} must be true or false.': 'O parâmetro {path} deve ser true ou false.',
  'The parameter {path} must be JSON.': 'O parâmetro {path} deve ser JSON.',
  'The parameter {path} is required and has no value.': 'O parâmetro {path} é obrigatório e está sem valor.',
  'Give it a default in the API asset, or a value in the strategy.':
    'Defina um padrão no ativo de API ou um valor na estratégia.',
  'Instead of the defaults in the API asset; a nested one is written parent.field.':
    'Em vez dos valores padrão do ativo de API; um campo aninhado se escreve pai.campo.',
  '{asset} has no parameter {name}.': '{asset} não tem o parâmetro {name}.',
  'Remove the value, or choose the newest version of the API asset.':
    'Remova o valor ou escolha a versão mais nova do ativo de API.',
  'No request came of it.': 'Nenhuma requisição resultou disso.',
  'The adapter that is named for these requests is not published on this platform.':
    'O adaptador indicado para estes pedidos não está publicado nesta plataforma.',
  'Publish it, or choose another adapter.': 'Publique-o ou escolha outro adaptador.',
  'The API asset leaves its paging to an adapter, and no adapter is named for it.':
    'O ativo de API deixa a paginação ao adaptador, e nenhum foi indicado.',
  'Name an adapter in the strategy, in the API asset or in its platform.':
    'Indique um adaptador na estratégia, no ativo de API ou na plataforma.',
  'Check the parameters of the connector and this step of the adapter.':
    'Verifique os parâmetros do conector e este passo do adaptador.',
  'The far system cannot take this record.': 'O sistema remoto não consegue aceitar este registro.',
  'Correct the adapter, or give the connector this parameter.': 'Corrija o adaptador ou dê este parâmetro ao conector.',
  'This version of the API asset does not exist on the platform of this connector.':
    'Esta versão do ativo de API não existe na plataforma deste conector.',
  'Choose the API asset again.': 'Escolha o ativo de API novamente.',
  Adapter: 'Adaptador',
  'Instead of the one that the API asset or the platform names; empty: theirs.':
    'Em vez do indicado pelo ativo de API ou pela plataforma; vazio: o deles.',
  'Parameters of the API asset': 'Parâmetros do ativo de API',
  Address: 'Endereço',
  Network: 'Rede',
  'Sign-in': 'Autenticação',
  Answer: 'Resposta',
  'The adapter names "{name}", which this connector does not have.':
    'O adaptador cita "{name}", que este conector não tem.',
  'The adapter adds fields to the body, but the body of this request is no JSON object.':
    'O adaptador acrescenta campos ao corpo, mas o corpo desta requisição não é um objeto JSON.',
  'Give the API asset a key under which its list stands, or add the fields to the query.':
    'Dê ao ativo de API uma chave para a lista ou acrescente os campos à consulta.',
  'A call is an object with path, method, query, headers and body.':
    'Uma chamada é um objeto com path, method, query, headers e body.',
  'The script of the adapter failed ({hook}): it must give back {wanted}.':
    'O script do adaptador falhou ({hook}): ele deve devolver {wanted}.',
  'Correct the script and try it out.': 'Corrija o script e experimente-o.',
  'Scripts of adapters cannot run here.': 'Scripts de adaptadores não podem rodar aqui.',
  'The sign-in leads to {address}, where the requests of this adapter may not go.':
    'O acesso leva a {address}, para onde as requisições deste adaptador não podem ir.',
  'Check the address of the connector; add the domain to the adapter if it is the far system.':
    'Verifique o endereço do conector; acrescente o domínio ao adaptador se for o sistema remoto.',
  'there is no record in the answer': 'não há registro na resposta',
  'Check the path of the record.': 'Verifique o caminho do registro.',
  '{resource}: the answer does not tell the records apart: {why}':
    '{resource}: a resposta não distingue os registros: {why!}',
  'Nothing more is sent. Correct the settings of the row results, look at the target which of these records are there, then start again.':
    'Nada mais é enviado. Corrija as configurações dos resultados por linha, verifique no destino quais destes registros existem e inicie de novo.',
  '{silent} of {all} records are in no result.': '{silent} de {all} registros não estão em nenhum resultado.',
  'Two results are about the record {key}.': 'Dois resultados tratam do registro {key}.',
  'Two results are about place {place}.': 'Dois resultados tratam da posição {place}.',
  'Two lists do not tell by their order which record a result is about.':
    'Duas listas não dizem pela ordem de que registro trata um resultado.',
  '{sent} records were sent, and {told} results came back.':
    'Foram enviados {sent} registros e voltaram {told} resultados.',
  'A result says no place of its record at {path}.': 'Um resultado não informa em {path} a posição do seu registro.',
  'A result is about place {place}, but places {first} to {last} were sent.':
    'Um resultado trata da posição {place}, mas foram enviadas as posições {first} a {last}.',
  'A record has no key at {path}.': 'Um registro não tem chave em {path}.',
  'Two records of the request have the key {key}.': 'Dois registros da requisição têm a chave {key}.',
  'A result has no key at {path}.': 'Um resultado não tem chave em {path}.',
  'A result is about {key}, which was not sent.': 'Um resultado trata de {key}, que não foi enviado.',
  'There are no results of rows in it.': 'Não há nela resultados por linha.',
  'It names single rows, and no row results are set.':
    'Ela cita linhas isoladas, e nenhum resultado por linha está configurado.',
  'the next link has no parameter {param}': 'o próximo link não tem o parâmetro {param}',
  'the next page is named by {text}, which is no address':
    'a próxima página é indicada por {text}, que não é um endereço',
  'Check the paging parameter, or choose paging by links.':
    'Verifique o parâmetro de paginação ou escolha paginação por links.',
  'Check the path of the next link, or choose paging by a cursor.':
    'Verifique o caminho do próximo link ou escolha paginação por cursor.',
  'On the last page that may be right: a run asks for a page of one record less and tells a last page from a wrong path. Try the request itself to see it.':
    'Na última página isso pode estar certo: a execução pede uma página com um registro a menos e distingue a última página de um caminho errado. Teste a própria requisição para ver.',
  'Check the path or the header that names the next page.':
    'Verifique o caminho ou o cabeçalho que indica a próxima página.',
  'the answer has the name {path} twice in one object': 'a resposta tem o nome {path} duas vezes em um mesmo objeto',
  'One of the values would be lost; ask the operator of the external system for names that stand once.':
    'Um dos valores se perderia; peça ao responsável pelo sistema externo nomes que não se repitam.',
  'Element {index} of the page has the name {path} twice in one object, and one of the values would be lost.':
    'O elemento {index} da página tem o nome {path} duas vezes em um mesmo objeto, e um dos valores se perderia.',
  '{where}: the answer is empty, so HTTP {status} is all that says the record was taken. A run takes it for written.':
    '{where}: a resposta está vazia, portanto só HTTP {status} diz que o registro foi aceito. Uma execução o toma por gravado.',
  'If the far system can answer with a result, name it as the mark of success; otherwise look there whether the record arrived.':
    'Se o sistema externo pode responder com um resultado, defina-o como marca de sucesso; caso contrário, verifique lá se o registro chegou.',
  'No mark of success is set for {label}: every answer of HTTP 200 that does not say otherwise counts as written, an empty one too.':
    'Nenhuma marca de sucesso está definida para {label}: toda resposta HTTP 200 que não diga o contrário conta como gravada, mesmo vazia.',
}
