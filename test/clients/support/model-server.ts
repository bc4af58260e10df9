import { createServer } from "node:http";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as zlib from "node:zlib";

import type { ModelRequest } from "./scenario.ts";

/** One protocol's side of the stand-in: reads a request, answers it as an event stream. */
export interface ModelProtocol {
  /** Whether a path asks the model for an answer. */
  readonly asksModel: (path: string) => boolean;
  /** Answers; the request as the tests see it, or undefined where it isn't part of the conversation. */
  readonly answer: (
    body: Record<string, unknown>,
    headers: IncomingHttpHeaders,
    send: SendEvent,
  ) => ModelRequest | undefined;
}

export type SendEvent = (type: string, data: Record<string, unknown>) => void;

export interface ModelServer {
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  close(): Promise<void>;
}

/** Serves a stand-in for a model on 127.0.0.1. */
export async function serveModel(protocol: ModelProtocol): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = (request.url ?? "").replace(/\?.*$/, "");
      if (request.method !== "POST" || !protocol.asksModel(path)) return refuse(response);
      const bytes = decoded(Buffer.concat(chunks), request.headers["content-encoding"]);
      const body = JSON.parse(bytes.toString("utf8")) as Record<string, unknown>;
      response.writeHead(200, { "content-type": "text/event-stream" });
      const seen = protocol.answer(body, request.headers, (type, data) => {
        response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
      });
      response.end();
      if (seen !== undefined) requests.push(seen);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function refuse(response: ServerResponse): void {
  response
    .writeHead(404, { "content-type": "application/json" })
    .end('{"error":{"message":"none"}}');
}

function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === "gzip") return zlib.gunzipSync(bytes);
  if (encoding === undefined || encoding === "identity") return bytes;
  throw new Error(`The client sends ${encoding}, which the stand-in does not read`);
}
