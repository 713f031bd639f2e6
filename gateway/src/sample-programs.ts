import type { SampleCall, SampleWay } from './sample-call.ts'

// What JSON writes as a text, Python and Java read as the same text.
const literal = (text: string): string => JSON.stringify(text)

/** The standard library alone. */
export function writePython({ origin, appKey, method, path, body }: SampleCall, way: SampleWay): string {
  const facts = `ORIGIN = ${literal(origin)}
PATH = ${literal(path)}
APP_KEY = ${literal(appKey)}
SECRET = os.environ["APP_SECRET"]
BODY = ${literal(body ?? '')}.encode()


def send(method, path, headers, body=None):
    request = urllib.request.Request(ORIGIN + path, data=body, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


`
  const json = `"content-type": "application/json"`
  const call = (headers: string): string =>
    body === null
      ? `print(*send("${method}", PATH, {${headers}}))\n`
      : `print(*send("${method}", PATH, {${headers}, ${json}}, BODY))\n`
  if (way === 'token')
    return `import json
import os
import urllib.error
import urllib.request

${facts}credentials = json.dumps({"app_key": APP_KEY, "app_secret": SECRET}).encode()
_, signed_in = send("POST", "/v2/oauth", {${json}}, credentials)
token = json.loads(signed_in)["access_token"]  # it counts for two hours; keep it
${call('"authorization": "Bearer " + token')}`
  return `import hashlib
import hmac
import os
import secrets
import time
import urllib.error
import urllib.request

${facts}moment, nonce = str(int(time.time())), secrets.token_hex(12)
digest = hashlib.sha256(BODY).hexdigest()
# method, path, query, hash of the body, time, nonce, application
text = "\\n".join(["${method}", PATH, "", digest, moment, nonce, APP_KEY])
signature = hmac.new(SECRET.encode(), text.encode(), hashlib.sha256).hexdigest()
${call('"x-app-key": APP_KEY, "x-timestamp": moment, "x-nonce": nonce, "x-signature": signature')}`
}

/** Java 17, without a library: `java Call.java`. */
export function writeJava({ origin, appKey, method, path, body }: SampleCall, way: SampleWay): string {
  const sent = body === null ? 'HttpRequest.BodyPublishers.noBody()' : 'HttpRequest.BodyPublishers.ofString(BODY)'
  const type = body === null ? '' : `\n        .header("content-type", "application/json")`
  const call = (headers: string): string => `    var call = HttpRequest.newBuilder(URI.create(ORIGIN + PATH))
${headers}${type}
        .method("${method}", ${sent})
        .build();
    var answer = client.send(call, HttpResponse.BodyHandlers.ofString());
    System.out.println(answer.statusCode() + " " + answer.body());
  }
}
`
  const open = `public class Call {
  static final String ORIGIN = ${literal(origin)};
  static final String PATH = ${literal(path)};
  static final String APP_KEY = ${literal(appKey)};
  static final String BODY = ${literal(body ?? '')};

  public static void main(String[] args) throws Exception {
    var secret = System.getenv("APP_SECRET");
    var client = HttpClient.newHttpClient();
`
  const http = `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
`
  if (way === 'token')
    return `${http}import java.util.regex.Pattern;

${open}    var credentials = "{\\"app_key\\":\\"" + APP_KEY + "\\",\\"app_secret\\":\\"" + secret + "\\"}";
    var signIn = HttpRequest.newBuilder(URI.create(ORIGIN + "/v2/oauth"))
        .header("content-type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(credentials))
        .build();
    var signedIn = client.send(signIn, HttpResponse.BodyHandlers.ofString()).body();
    var found = Pattern.compile("\\"access_token\\":\\"([^\\"]+)\\"").matcher(signedIn);
    if (!found.find()) throw new IllegalStateException(signedIn);
    // The token counts for two hours; keep it.
${call(`        .header("authorization", "Bearer " + found.group(1))`)}`
  const headers = ['x-app-key", APP_KEY', 'x-timestamp", time', 'x-nonce", nonce', 'x-signature", signature']
  return `${http}import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

${open}    var time = String.valueOf(System.currentTimeMillis() / 1000);
    var nonce = UUID.randomUUID().toString();
    var sha256 = MessageDigest.getInstance("SHA-256").digest(BODY.getBytes(StandardCharsets.UTF_8));
    var hash = HexFormat.of().formatHex(sha256);
    // method, path, query, hash of the body, time, nonce, application
    var text = String.join("\\n", "${method}", PATH, "", hash, time, nonce, APP_KEY);
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    var signature = HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
${call(headers.map(header => `        .header("${header})`).join('\n'))}`
}
