import { nativeBinding } from "../base/native-binding.ts";

/** What comes of a pipe or a UNIX socket, as it comes. */
export interface PipeReader {
  readonly onChunk: (chunk: Buffer) => void;
  readonly onEnd: () => void;
  /** `errno`: the system's number, negative. */
  readonly onError: (errno: number) => void;
}

interface NativePipe {
  open(fd: number): number | undefined;
  readStart(): number;
  close(): void;
  onread: (chunk: ArrayBuffer | undefined) => void;
}

interface NativeStreams {
  readonly streamBaseState: Int32Array;
  readonly kReadBytesOrError: number;
  readonly kArrayBufferOffset: number;
}

/** The end of a stream, as libuv says it. */
const END = -4095;

/**
 * Reads a pipe or a UNIX socket by the native handle that `process.stdin` is built on, without the 8 ms that Node's streams and
 * sockets take to load. Returns how to give up; undefined where the native handle can't be had, and nothing was read.
 */
export function readRawPipe(fd: number, reader: PipeReader): (() => void) | undefined {
  const streams = nativeStreams();
  const pipe = streams === undefined ? undefined : openPipe(fd);
  if (streams === undefined || pipe === undefined) return undefined;
  pipe.onread = (chunk) => {
    const bytes = streams.streamBaseState[streams.kReadBytesOrError] ?? 0;
    if (bytes > 0 && chunk !== undefined) {
      const offset = streams.streamBaseState[streams.kArrayBufferOffset];
      reader.onChunk(Buffer.from(chunk, offset, bytes));
      return;
    }
    if (bytes >= 0) return;
    pipe.close();
    if (bytes === END) reader.onEnd();
    else reader.onError(bytes);
  };
  if (pipe.readStart() === 0) return () => pipe.close();
  pipe.close();
  return undefined;
}

function openPipe(fd: number): NativePipe | undefined {
  const binding = nativeBinding("pipe_wrap");
  if (binding === undefined) return undefined;
  const Pipe: unknown = Reflect.get(binding, "Pipe");
  const constants: unknown = Reflect.get(binding, "constants");
  if (typeof Pipe !== "function" || typeof constants !== "object" || constants === null) {
    return undefined;
  }
  const pipe: NativePipe = Reflect.construct(Pipe, [Reflect.get(constants, "SOCKET")]);
  const errno = pipe.open(fd) ?? 0;
  if (errno === 0) return pipe;
  pipe.close();
  return undefined;
}

function nativeStreams(): NativeStreams | undefined {
  const binding: Partial<NativeStreams> | undefined = nativeBinding("stream_wrap");
  const { streamBaseState, kReadBytesOrError, kArrayBufferOffset } = binding ?? {};
  if (!(streamBaseState instanceof Int32Array)) return undefined;
  if (kReadBytesOrError === undefined || kArrayBufferOffset === undefined) return undefined;
  return { streamBaseState, kReadBytesOrError, kArrayBufferOffset };
}
