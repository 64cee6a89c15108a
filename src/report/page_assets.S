// The style and the script of the page. The paths are set by the build.
        .section .rodata
        .globl assay_page_style
        .globl assay_page_style_end
assay_page_style:
        .incbin ASSAY_PAGE_STYLE
assay_page_style_end:
        .globl assay_page_script
        .globl assay_page_script_end
assay_page_script:
        .incbin ASSAY_PAGE_SCRIPT
assay_page_script_end:
        .section .note.GNU-stack, "", %progbits
