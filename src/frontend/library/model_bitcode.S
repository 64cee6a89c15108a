// The library models, as bitcode for the two targets. The paths are set by the build.
        .section .rodata
        .balign 16
        .globl assay_models_32
        .globl assay_models_32_end
assay_models_32:
        .incbin ASSAY_MODELS_32
assay_models_32_end:
        .balign 16
        .globl assay_models_64
        .globl assay_models_64_end
assay_models_64:
        .incbin ASSAY_MODELS_64
assay_models_64_end:
        .section .note.GNU-stack, "", %progbits
